"""Test that a picture of a view shows what the view shows."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import at_rest, entered
from web.served import Served

# Both drawn as small as a stamp: how far their colours lie apart there, and how many colours the picture has.
COMPARED = """async (both) => {
  const stamps = await Promise.all(both.map(async (each) => {
    const image = new Image();
    image.src = `data:image/png;base64,${each}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [72, 48];
    const brush = canvas.getContext("2d", { willReadFrequently: true });
    brush.drawImage(image, 0, 0, 72, 48);
    return { ...image, data: brush.getImageData(0, 0, 72, 48).data, size: [image.naturalWidth, image.naturalHeight] };
  }));
  const [one, other] = stamps.map((stamp) => [...stamp.data]);
  const apart = one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
  const colours = new Set(one.flatMap((_, at) => at % 4 === 0 ? [one.slice(at, at + 3).join()] : [])).size;
  return { apart, colours, size: stamps[0].size };
}"""


@pytest.mark.slow
def test_a_view_is_taken_out_as_a_picture(page: Page, quick: Served, tmp_path: Path) -> None:
    view = "result"
    page.set_viewport_size({"width": 1440, "height": 3600})  # all of it is in the window
    page.emulate_media(reduced_motion="reduce")
    session = quick.finished("debate")
    entered(page, quick, f"/s/{session}/{view}")
    shown = page.get_by_test_id("view")
    expect(shown.get_by_text(re.compile("scripted voices", re.I)).first).to_be_visible()
    at_rest(page)
    on_page = shown.screenshot()
    box: Any = shown.bounding_box()
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == f"moot-{session[:8]}-{view}.png"
    found = page.evaluate(COMPARED, [base64.b64encode(each).decode() for each in (file.read_bytes(), on_page)])
    assert found["size"][0] == pytest.approx(2 * box["width"], abs=40)
    assert found["colours"] > 40
    assert found["size"][1] == pytest.approx(2 * box["height"], abs=4)
    assert found["apart"] < 4, found
