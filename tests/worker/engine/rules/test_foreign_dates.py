import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Date of birth: [[DATE_NAISSANCE:July 4, 1971]].",
        "born [[DATE_NAISSANCE:4th July 1971]]",
        "discharge [[DATE:29th of july 2022]]",
        "geboren am [[DATE_NAISSANCE:4. Oktober 1971]]",
        "ingreso el [[DATE:4 de julio de 2019]]",
        "ricovero [[DATE:4 luglio 2019]]",
        "opname [[DATE:4 maart 2019]]",
        "since [[DATE:february 2019]]",
    ],
)
def test_months_of_other_languages(check, marked):
    check(marked, only="DATE")


@pytest.mark.parametrize("plain", ["the patient may 2 times a day", "juli", "april", "40 mayo"])
def test_a_month_alone_is_no_date(check, plain):
    check(plain, only="DATE")
