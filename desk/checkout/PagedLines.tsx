import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
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
  list: UseInfiniteQueryResult<InfiniteData<{ items: Line[] }>>
  /** What was searched for, in place of the list. */
  found?: { items: Line[]; more: boolean } | undefined
  /** What is said where the list is empty. */
  none: string
  chosen: string | undefined
  addressOf: (id: string) => string
  cells: (line: Line) => Cells
}

/** The lines of one of the lists of money: each leads to its detail, the keys go from one to the next, and more come by a press. */
export function PagedLines<Line extends { id: string }>(props: PagedLinesProps<Line>) {
  const { list, found, none, chosen, addressOf, cells } = props
  const [, go] = useLocation()
  const listed = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  const items = found?.items ?? listed
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <>
      {list.isError && !items && (
        <ErrorState failure={list.error} busy={list.isFetching} onAction={() => void list.refetch()} />
      )}
      {list.isPending && !items && <Skeleton lines={6} />}
      {items?.length === 0 && !found && <p className={css.none}>{none}</p>}
      <ul className={css.lines}>
        {items?.map((item) => (
          <li key={item.id}>
            <Link href={addressOf(item.id)} className={css.row} aria-current={item.id === chosen || undefined}>
              <Row {...cells(item)} />
            </Link>
          </li>
        ))}
      </ul>
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
