"""The HTTP API: views, request throttling, and the OpenAPI and AsyncAPI documents."""
