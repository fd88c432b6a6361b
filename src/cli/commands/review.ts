import { type Command, Option } from "commander";
import { given } from "../../domain/arguments.ts";
import { WAITING, type WaitingStatus } from "../../domain/memory.ts";
import type { Waiting } from "../../index.ts";
import { groupCommand, newCommand } from "../command.ts";
import { type Context, type Host, namesScope } from "../context.ts";
import { count } from "../format.ts";
import { firstOf, limitOption } from "../listing.ts";
import { inScope, type Opened } from "../open.ts";
import type { Screen } from "../output.ts";
import { decideCommand, editCommand } from "../review/decide.ts";
import { idOf, waitingIn, waitingLines } from "../review/waiting.ts";
import { oneLine } from "../width.ts";

export function reviewCommand(host: Host): Command {
  return groupCommand(
    newCommand(
      host,
      "review",
      "Decide about what waits for approval or consent: list, approve, reject, edit.",
      ["review", "review approve 3f2a1c"],
    ),
    [listCommand(host), decideCommand(host, "approve"), decideCommand(host, "reject"), editCommand(host)],
  );
}

interface ListFlags {
  readonly status?: WaitingStatus;
  readonly limit: number;
}

function listCommand(host: Host): Command {
  return newCommand(host, "list", "List what waits for approval or consent, with the words behind it.", [
    "review list",
    "review list --status pending --user alice",
  ])
    .addOption(
      new Option(
        "--status <status>",
        "pending waits for approval or consent, shadow is kept apart (default: both)",
      ).choices(WAITING),
    )
    .addOption(limitOption(20))
    .action(({ status, limit }: ListFlags) =>
      inScope(host, { creates: false }, async (at) => {
        const all = await waitingIn(at, at, given({ limit: 200, status }));
        const { items: waiting, more } = await firstOf(all, limit);
        at.out.answer({ tenant: at.here.tenant, waiting: waiting.map(documentOf), more }, (screen) =>
          waiting.length === 0
            ? emptyLines(screen, at, at)
            : [
                ...waiting.flatMap((one) => [...waitingLines(screen, one), ""]),
                ...(more ? [`There are more. Show them with --limit ${limit * 4}.`] : [sumOf(waiting)]),
                ...nextLines(screen, waiting),
              ],
        );
      }),
    );
}

/** With the id that the other commands take. */
function documentOf(waiting: Waiting): Record<string, unknown> {
  return { id: idOf(waiting), ...waiting };
}

function sumOf(waiting: readonly Waiting[]): string {
  const pending = waiting.filter((one) => one.kind === "memory" && one.memory.status === "pending").length;
  const asked = waiting.filter((one) => one.kind === "profile").length;
  const unwanted = waiting.filter((one) => one.kind === "memory" && one.asks === "forget").length;
  const apart = waiting.length - pending - asked - unwanted;
  const parts = [
    ...(pending === 0 ? [] : [`${count(pending, "memory waits", "memories wait")} for approval`]),
    ...(unwanted === 0 ? [] : [`${count(unwanted, "wish", "wishes")} of a tool to forget for an answer`]),
    ...(asked === 0 ? [] : [`${count(asked, "change", "changes")} of a profile for an answer`]),
    ...(apart === 0 ? [] : [`${count(apart, "memory is", "memories are")} kept apart`]),
  ];
  return `${parts.join(", ")}.`;
}

function nextLines({ colors, suggest }: Screen, [first]: readonly Waiting[]): string[] {
  const id = first === undefined ? "ID" : idOf(first);
  return [
    colors.dim(`Let it in: ${suggest(`review approve ${id}`)}`),
    colors.dim(`Refuse it: ${suggest(`review reject ${id}`)}`),
  ];
}

function emptyLines({ suggest }: Screen, context: Context, { scope, missing }: Opened): string[] {
  if (missing !== null) return [`There is no database at ${missing} yet, so nothing waits.`];
  return namesScope(context)
    ? [
        `Nothing of ${oneLine(scope.scope)} waits. See the whole tenant: ${suggest("review", { inScope: false })}`,
      ]
    : [`Nothing waits for approval or consent, and nothing is kept apart.`];
}
