"""The modules of the package `llm_consortium`, by the names programs import them under; each stands on Moot's own."""
