// Do addresses of standings lead where they say, whatever a model is called?
import { describe, expect, it } from "vitest";
import { modelAddress, modelIn, momentAddress, pairAddress, searchOf, wantedOf } from "@/pages/analytics/asked";

describe("addresses of standings", () => {
  it.each(["up/model", "up/a b?c#d", "up/50%", "local/ümlaut:latest"])("keep the model %s", (model) => {
    expect(modelIn(modelAddress(model).split("/")[3] ?? "")).toBe(model);
    expect(pairAddress(model, model).split("/").slice(3).map(modelIn)).toEqual([model, model]);
  });
  it("take what is no address of ours as it is", () => {
    expect(modelIn("50%")).toBe("50%");
  });
  it("keep what is asked for, and leave out what is as by default", () => {
    const wanted = { voices: "scripted", since: "2031-05-04", council: "three & four" } as const;
    expect(wantedOf(new URLSearchParams(searchOf(wanted)))).toEqual(wanted);
    expect(searchOf({ voices: "models", since: "", council: "" })).toEqual({});
    expect(wantedOf(new URLSearchParams("since=soon&voices=x"))).toEqual({
      voices: "models",
      since: "",
      council: "",
    });
  });
  it("lead into a moment of a replay", () => {
    expect(momentAddress("s1", 93_400)).toBe("/s/s1?t=93.4");
    expect(momentAddress("s1", 93_417)).toBe("/s/s1?t=93.417");
  });
});
