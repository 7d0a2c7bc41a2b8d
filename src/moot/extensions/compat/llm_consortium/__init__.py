"""The modules of the package `llm_consortium`, by the names programs import them under, on top of Moot's own."""
