from annotation.domain.tokens import token_bounds


def test_letters_digits_and_signs_part():
    text = "12nov2019, l'été_N°3"
    assert [text[start:end] for start, end in token_bounds(text)] == [
        "12", "nov", "2019", ",", "l", "'", "été", "_", "N", "°", "3",
    ]  # fmt: skip
