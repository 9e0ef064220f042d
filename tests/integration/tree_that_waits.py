"""Not of the suite: test_nothing_left_behind.py runs it, and kills it when everything stands."""

from __future__ import annotations

import os
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import browsers
from tests.integration.stack import redis_server


def test_everything_that_tests_start(make_stack, postgresql, tmp_path):
    with redis_server(tmp_path) as redis_url, sync_playwright() as playwright:
        stack = make_stack(redis_url=redis_url, is_forked=False)
        stack.start_web()
        stack.start_worker("worker")
        stack.start_beat()
        browser = playwright.chromium.launch(
            executable_path=browsers.EXECUTABLE, args=browsers.ARGUMENTS
        )
        browser.new_page().goto(stack.url)
        Path(os.environ["READY"]).write_text(os.environ["TMPDIR"])
        time.sleep(600)
