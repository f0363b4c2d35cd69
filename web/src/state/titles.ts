/// What games are called, asked once.
import { rest } from '../api/rest';

let asked: Promise<ReadonlyMap<string, string>> | undefined;

export async function gameTitle(id: string): Promise<string> {
  asked ??= rest.harbour().then((found) => new Map(found.games.map((one) => [one.id, one.title])));
  try {
    return (await asked).get(id) ?? id;
  } catch {
    asked = undefined;
    return id;
  }
}
