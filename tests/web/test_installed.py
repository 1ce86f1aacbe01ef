"""The manifest, the icons, and what the worker keeps."""

import io

import pytest
from PIL import Image
from starlette.testclient import TestClient

from odin_solver.support.language import languages
from odin_web.pagefiles import PAGES, PRINT, page_files, version
from tests.web.requests import client


@pytest.fixture
def visitor() -> TestClient:
    return client()


def test_a_page_names_its_manifest_and_the_manifest_its_icons(visitor: TestClient) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in visitor.get("/").text
    answer = visitor.get("/manifest.webmanifest", headers={"cookie": "language=pl"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["description"]) == ("pl", "odin: plansze i żetony")
    assert visitor.get(manifest["start_url"]).status_code == 200
    for icon in manifest["icons"]:
        answer = visitor.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.content)).size
            assert icon["sizes"] == f"{width}x{height}"


def test_the_worker_keeps_every_page_and_all_that_pages_load(visitor: TestClient) -> None:
    script = visitor.get("/worker.js").text
    for name in page_files():
        is_part = name.endswith(".css") and name != PRINT
        assert (f'"/static/{name}"' in script) is not is_part
    assert all(f'"{path}"' in script for path in (*PAGES, "/styles.css", "/api/components"))


def test_each_language_has_a_version_and_its_worker_names_it(visitor: TestClient) -> None:
    versions = {each: version(each) for each in languages()}
    assert len(set(versions.values())) == len(versions)
    for name, own in versions.items():
        headers = {"cookie": f"language={name}"}
        assert own in visitor.get("/worker.js", headers=headers).text
        assert own in visitor.get("/", headers=headers).text
