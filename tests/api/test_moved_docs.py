"""The addresses of the documentation site in release 0.1.0 lead to the pages as they are called now."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.api.moved_docs import NEW_ADDRESSES
from tests.docs.code_blocks import ROOT


@pytest.mark.parametrize("name", list(NEW_ADDRESSES))
def test_an_old_address_leads_to_a_page_that_exists(name: str, settings: Settings, tmp_path: Path) -> None:
    settings.SITE = tmp_path
    response = Client().get(f"/docs/{name}/")
    assert response.status_code == 301
    address = response.headers["Location"].removeprefix("/docs/").removesuffix("/") or "index"
    assert (ROOT / "docs" / f"{address}.md").is_file()


def test_without_a_site_there_is_no_page(settings: Settings, tmp_path: Path) -> None:
    settings.SITE = tmp_path / "site"
    response = Client().get("/docs/audit/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_a_page_that_never_existed_is_not_found(settings: Settings, tmp_path: Path) -> None:
    settings.SITE = tmp_path
    assert Client().get("/docs/nothing/").status_code == 404
