/// What is looked back at: the game of a table, or a record that was brought along.
import { recordOf, rest, tableOf, type Of } from '../api/rest';
import type { RecordInfo, TableInfo } from '../api/types';

export interface PastSeat {
  seat: number;
  code: string;
  name: string;
  side?: number;
  you: boolean;
}

export interface Past {
  of: Of;
  /// Its page.
  page: string;
  game: string;
  options: Record<string, unknown>;
  seats: readonly PastSeat[];
  /// Is everything open, for everybody?
  over: boolean;
  table?: TableInfo;
  record?: RecordInfo;
}

export function ofTable(table: TableInfo): Past {
  return {
    of: tableOf(table.id),
    page: `/replay/${table.id}`,
    game: table.game,
    options: table.options,
    seats: table.seats.map(({ seat, code, name, side, you }) => ({
      seat,
      code,
      name,
      you,
      ...(side == null ? {} : { side }),
    })),
    over: table.status === 'over',
    table,
  };
}

export function ofRecord(record: RecordInfo): Past {
  return {
    of: recordOf(record.id),
    page: `/record/${record.id}`,
    game: record.game,
    options: record.options,
    seats: record.seats.map((seat) => ({ ...seat, you: false })),
    over: true,
    record,
  };
}

/// What an address is about.
export const look = async (params: Record<string, string>): Promise<Past> =>
  params.record
    ? ofRecord(await rest.record(params.record))
    : ofTable(await rest.table(params.table ?? ''));
