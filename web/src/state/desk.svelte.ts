/// What a page shows beside a table of its own: a leaf among log and chat. Tables of games that are played have none.
import type { Snippet } from 'svelte';
import type { TableModel } from './table.svelte';

export interface Desk {
  title: string;
  body: Snippet;
}

const desks = new WeakMap<TableModel, Desk>();

export const putDesk = (model: TableModel, desk: Desk): unknown => desks.set(model, desk);
export const deskOf = (model: TableModel): Desk | undefined => desks.get(model);
