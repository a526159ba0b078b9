import { Button } from '@cuida/ui/Button/Button.tsx'
import type { Pages } from '@cuida/ui/client/reads/use-pages.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useMoveKeys } from '../kit/place/move-keys.ts'
import css from './order/OrdersList.module.css'

/** What a line says. */
export interface Cells {
  name: string
  amount?: string
  facts: string
  state?: { words: string; tone: ChipTone }
}

interface PagedLinesProps<Line> {
  list: Pages<Line>
  /** What was searched for, in place of the list. */
  found?: { items: Line[]; more: boolean } | undefined
  /** What is said where the list is empty. */
  none: string
  chosen: string | undefined
  addressOf: (id: string) => string
  cells: (line: Line) => Cells
}

/** What was searched for is there, whatever becomes of the list. */
const FOUND = { error: null, isFetching: false, refetch: () => {} }

/** The lines of one of the lists of money: each leads to its detail, the keys go from one to the next, and more come by a press. */
export function PagedLines<Line extends { id: string }>(props: PagedLinesProps<Line>) {
  const { list, found, none, chosen, addressOf, cells } = props
  const [, go] = useLocation()
  const items = found?.items ?? list.data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <>
      <Loaded
        of={found ? { ...FOUND, data: found } : list}
        lines={6}
        empty={!found && <p className={css.none}>{none}</p>}
      >
        {({ items }) => (
          <ul className={css.lines}>
            {items.map((item) => (
              <li key={item.id}>
                <Link href={addressOf(item.id)} className={css.row} aria-current={item.id === chosen || undefined}>
                  <Row {...cells(item)} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {found?.more && <p className={css.none}>{t('desk.orders.search.more')}</p>}
      {!found && list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </>
  )
}

function Row({ name, amount, facts, state }: Cells) {
  return (
    <>
      <span className={css.name}>{name}</span>
      {amount && <span className={css.amount}>{amount}</span>}
      <span className={css.facts}>{facts}</span>
      {state && (
        <span className={css.state} data-tone={state.tone}>
          {state.words}
        </span>
      )}
    </>
  )
}
