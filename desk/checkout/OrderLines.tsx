import { OrderFilter, type OrderLine } from '@cuida/core/checkout/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useMoveKeys } from '../kit/move-keys.ts'
import { timeWords } from '../kit/times.ts'
import { useAddressChoice } from '../kit/use-address-choice.ts'
import { OrderSearch } from './OrderSearch.tsx'
import css from './OrdersList.module.css'
import { useOrderSearch, useOrders } from './order-queries.ts'
import { standingOf } from './order-words.ts'

/** What was ordered, the newest first, by what needs a person; or what was searched for. */
export function OrderLines({ chosen }: { chosen: string | undefined }) {
  const { value: filter, choose, keep } = useAddressChoice('show', OrderFilter.options)
  const orders = useOrders(filter)
  const search = useOrderSearch()
  const [, go] = useLocation()
  const listed = useMemo(() => orders.data?.pages.flatMap((page) => page.items), [orders.data])
  const items = search.data?.items ?? listed
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const addressOf = (id: string) => keep(`/orders/${id}`)
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <div className={css.panel}>
      <OrderSearch list="orders" search={search} />
      {!search.data && (
        <Select
          label={t('desk.orders.show')}
          value={filter}
          onChange={choose}
          options={OrderFilter.options.map((value) => ({ value, label: t(`desk.orders.filter.${value}`) }))}
        />
      )}
      {orders.isError && !items && (
        <ErrorState failure={orders.error} busy={orders.isFetching} onAction={() => void orders.refetch()} />
      )}
      {orders.isPending && !items && <Skeleton lines={6} />}
      {items?.length === 0 && !search.data && <p className={css.none}>{t(`desk.orders.none.${filter}`)}</p>}
      <ul className={css.lines}>
        {items?.map((order) => (
          <Line key={order.id} order={order} href={addressOf(order.id)} isChosen={order.id === chosen} />
        ))}
      </ul>
      {search.data?.more && <p className={css.none}>{t('desk.orders.search.more')}</p>}
      {!search.data && orders.hasNextPage && (
        <Button busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </div>
  )
}

function Line({ order, href, isChosen }: { order: OrderLine; href: string; isChosen: boolean }) {
  const { words, tone } = standingOf(order)
  return (
    <li>
      <Link href={href} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.name}>{order.productName}</span>
        <span className={css.amount}>{money(order)}</span>
        <span className={css.facts}>{timeWords(order.createdAt)}</span>
        <span className={css.state} data-tone={tone}>
          {words}
        </span>
      </Link>
    </li>
  )
}
