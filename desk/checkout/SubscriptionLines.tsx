import { SubscriptionFilter, type SubscriptionLine } from '@cuida/core/checkout/desk-subscription-api.ts'
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
import { useSubscriptionSearch, useSubscriptions } from './subscription-queries.ts'
import { subscriptionStanding } from './subscription-words.ts'

/** Who subscribes, the newest first, by what needs a person; or what was searched for. */
export function SubscriptionLines({ chosen }: { chosen: string | undefined }) {
  const { value: filter, choose, keep } = useAddressChoice('show', SubscriptionFilter.options)
  const listed = useSubscriptions(filter)
  const search = useSubscriptionSearch()
  const [, go] = useLocation()
  const all = useMemo(() => listed.data?.pages.flatMap((page) => page.items), [listed.data])
  const items = search.data?.items ?? all
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const addressOf = (id: string) => keep(`/subscriptions/${id}`)
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <div className={css.panel}>
      <OrderSearch list="subscriptions" search={search} />
      {!search.data && (
        <Select
          label={t('desk.orders.show')}
          value={filter}
          onChange={choose}
          options={SubscriptionFilter.options.map((value) => ({
            value,
            label: t(`desk.subscriptions.filter.${value}`),
          }))}
        />
      )}
      {listed.isError && !items && (
        <ErrorState failure={listed.error} busy={listed.isFetching} onAction={() => void listed.refetch()} />
      )}
      {listed.isPending && !items && <Skeleton lines={6} />}
      {items?.length === 0 && !search.data && <p className={css.none}>{t(`desk.subscriptions.none.${filter}`)}</p>}
      <ul className={css.lines}>
        {items?.map((subscription) => (
          <Line
            key={subscription.id}
            subscription={subscription}
            href={addressOf(subscription.id)}
            isChosen={subscription.id === chosen}
          />
        ))}
      </ul>
      {search.data?.more && <p className={css.none}>{t('desk.orders.search.more')}</p>}
      {!search.data && listed.hasNextPage && (
        <Button busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </div>
  )
}

function Line({ subscription, href, isChosen }: { subscription: SubscriptionLine; href: string; isChosen: boolean }) {
  const { words, tone } = subscriptionStanding(subscription)
  return (
    <li>
      <Link href={href} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.name}>{subscription.planName}</span>
        <span className={css.amount}>{money(subscription)}</span>
        <span className={css.facts}>{timeWords(subscription.createdAt)}</span>
        <span className={css.state} data-tone={tone}>
          {words}
        </span>
      </Link>
    </li>
  )
}
