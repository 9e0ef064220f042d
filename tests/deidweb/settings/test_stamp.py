"""The address of the static files changes with them, and only then."""

from __future__ import annotations

from deidweb.settings.stamp import static_stamp


def test_the_stamp_follows_the_files(tmp_path):
    (tmp_path / "js").mkdir()
    script = tmp_path / "js" / "a.js"
    script.write_text("one")
    first = static_stamp(tmp_path)
    assert first == static_stamp(tmp_path)
    assert len(first) == 10
    script.write_text("other")
    second = static_stamp(tmp_path)
    assert second != first
    (tmp_path / "b.css").write_text("")
    assert static_stamp(tmp_path) not in (first, second)
