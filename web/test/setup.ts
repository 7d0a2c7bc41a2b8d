// What does a test page need that happy-dom lacks?
import { afterEach } from "vitest";
import { cleanup } from "@testing-library/react";

afterEach(cleanup);
