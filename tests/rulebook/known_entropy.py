"""The players' entropy in tests: tests find the entropy for a digest here."""

from hashlib import sha256

from games.rulebook.entropy import digest_of_entropy

ENTROPY_BY_DIGEST: dict[str, str] = {}


def commit_entropy(phrase: str) -> str:
    """Return the digest of entropy made of these words."""
    entropy = sha256(phrase.encode()).hexdigest()
    ENTROPY_BY_DIGEST[digest_of_entropy(entropy)] = entropy
    return digest_of_entropy(entropy)
