import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { RoomHead, RoomPage } from "../room/index.ts";
import { PipelineScreen } from "./pipeline-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/settings/pipelines/$pipeline");

/** One pipeline of a team, to read or to change. */
export function PipelineRoute(): ReactNode {
  const { room, pipeline } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <Page state={state} name={pipeline} />}
    </RoomPage>
  );
}

function Page({ state, name }: { state: RoomState; name: string }): ReactNode {
  const calm = useCalm(state, 250);
  const names = useNames(calm);
  return (
    <>
      <RoomHead state={calm} names={names} />
      <PipelineScreen state={calm} name={name} />
    </>
  );
}
