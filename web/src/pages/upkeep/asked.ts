// What does the page of upkeep ask for, and what can be done there? Alarms are seen to and schedules changed in place.
import { useQuery } from "@tanstack/react-query";
import { toast } from "@/controls/toasts";
import { queries } from "@/hooks/queries";
import { client, given, problemFrom } from "@/wire/client";
import type { Schemas } from "@/wire/types";

const page = { queryKey: ["upkeep"], queryFn: async () => given(await client.GET("/api/upkeep")) };

export const useUpkeep = () => useQuery({ ...page, select: ({ report }) => report });

export const useControls = () => useQuery({ ...page, select: ({ controls }) => controls });

export const useCalibrations = () => useQuery({ ...page, select: ({ calibrations }) => calibrations });

export const useSchedules = () =>
  useQuery({
    queryKey: ["schedules"],
    queryFn: async () => given(await client.GET("/api/schedules")),
  });

export const useChannels = () =>
  useQuery({
    queryKey: ["schedules", "channels"],
    queryFn: async () => given(await client.GET("/api/schedules/channels")).channels,
  });

type Of<Asked extends () => { data: unknown }> = NonNullable<ReturnType<Asked>["data"]>;
export type Report = Of<typeof useUpkeep>;
export type Voter = Report["voters"][number];
export type Alarm = Report["alarms"][number];
export type Pair = Report["pairs"][number];
export type Seen = Of<typeof useControls>[number];
type ScheduleList = Schemas["ScheduleList"];
export type Schedule = Schemas["ShownSchedule"];
export type ChannelTest = Schemas["ChannelTest"];
export type Channel = Of<typeof useChannels>[number];
export type Calibration = Of<typeof useCalibrations>[number];

/** Does it, and says what went wrong where it did. */
export async function done(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, remedy } = problemFrom(error);
    toast(`${message} ${remedy}`.trim());
  }
}

/** Acknowledges an alarm, or shows it again. */
export const setAcknowledged = (key: string, seen: boolean): Promise<void> =>
  done(async () => {
    queries.setQueryData(
      ["upkeep"],
      given(await client.PUT("/api/upkeep/alarms/{key}", { params: { path: { key } }, body: { seen } })),
    );
    void queries.invalidateQueries({ queryKey: ["health"] });
  });

const put = (changed: Schedule): void => {
  queries.setQueryData<ScheduleList>(
    ["schedules"],
    (known) =>
      known && {
        ...known,
        schedules: known.schedules.map((each) => (each.name === changed.name ? changed : each)),
      },
  );
};

export const pause = (name: string, paused: boolean): Promise<void> =>
  done(async () => {
    put(given(await client.PUT("/api/schedules/{name}", { params: { path: { name } }, body: { paused } })));
  });

export const runNow = (name: string): Promise<void> =>
  done(async () => {
    put(given(await client.POST("/api/schedules/{name}/run", { params: { path: { name } } })));
  });

export const remove = (name: string): Promise<void> =>
  done(async () => {
    const left = given(await client.DELETE("/api/schedules/{name}", { params: { path: { name } } }));
    queries.setQueryData<ScheduleList>(["schedules"], left);
  });

/** Sends a channel a test, and returns what came of it. */
export const tryChannel = async (name: string): Promise<ChannelTest> => {
  const found = given(await client.POST("/api/schedules/channels/{name}/test", { params: { path: { name } } }));
  void queries.invalidateQueries({ queryKey: ["schedules", "channels"] });
  return found;
};
