"""The verifier's own Ed25519 implementation agrees with RFC 8032 and `cryptography`, and so with the server's."""

from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit import ed25519
from games.audit.ed25519 import L, P
from games.audit.receipt import SignatureCheck
from games.receipts import signature_check

# RFC 8032, 7.1: secret key, public key, message, signature.
RFC_8032_VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]

CHECKS = (ed25519.is_valid_signature, signature_check.is_valid_signature)
pytestmark = pytest.mark.parametrize("is_valid_signature", CHECKS, ids=["verifier", "server"])


def test_the_rfc_8032_vectors_are_verified(is_valid_signature: SignatureCheck):
    for public, message, signature in RFC_8032_VECTORS:
        assert is_valid_signature(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))
        assert not is_valid_signature(bytes.fromhex(public), bytes.fromhex(message) + b"!", bytes.fromhex(signature))


def test_signatures_of_the_cryptography_library_are_verified_and_altered_ones_refused(
    is_valid_signature: SignatureCheck,
):
    rng = Random("ed25519")
    for _ in range(25):
        key = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        public, message = key.public_key().public_bytes_raw(), rng.randbytes(rng.randrange(100))
        signature = bytearray(key.sign(message))
        assert is_valid_signature(public, message, bytes(signature))
        signature[rng.randrange(64)] ^= 1 << rng.randrange(8)
        assert not is_valid_signature(public, message, bytes(signature))


def test_non_canonical_encodings_are_refused(is_valid_signature: SignatureCheck):
    public, message, signature = map(bytes.fromhex, RFC_8032_VECTORS[1])
    scalar = int.from_bytes(signature[32:], "little")
    assert not is_valid_signature(public, message, signature[:32] + (scalar + L).to_bytes(32, "little"))
    assert not is_valid_signature((P + 1).to_bytes(32, "little"), message, signature)
    assert not is_valid_signature(public[:31], message, signature)
    assert not is_valid_signature(public, message, signature + b"\0")


def test_keys_of_small_order_are_treated_alike(is_valid_signature: SignatureCheck):
    negative_zero = ((1 << 255) | 1).to_bytes(32, "little")
    identity = (1).to_bytes(32, "little")
    assert not is_valid_signature(negative_zero, b"", negative_zero + bytes(32))
    assert is_valid_signature(identity, b"any message", identity + bytes(32))
