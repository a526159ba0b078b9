import { SubscriptionFilter, type SubscriptionLine } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { PlacePanel } from '../../kit/place/Place.tsx'
import { useAddressChoice } from '../../kit/place/use-address-choice.ts'
import { timeWords } from '../../kit/times.ts'
import { OrderSearch } from '../order/OrderSearch.tsx'
import { type Cells, PagedLines } from '../PagedLines.tsx'
import { useSubscriptionSearch, useSubscriptions } from './subscription-queries.ts'
import { subscriptionStanding } from './subscription-words.ts'

/** Who subscribes, the newest first, by what needs a person; or what was searched for. */
export function SubscriptionLines({ chosen }: { chosen: string | undefined }) {
  const { value: filter, choose, keep } = useAddressChoice('show', SubscriptionFilter.options)
  const search = useSubscriptionSearch()
  return (
    <PlacePanel>
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
      <PagedLines
        list={useSubscriptions(filter)}
        found={search.data}
        none={t(`desk.subscriptions.none.${filter}`)}
        chosen={chosen}
        addressOf={(id) => keep(`/subscriptions/${id}`)}
        cells={cellsOf}
      />
    </PlacePanel>
  )
}

const cellsOf = (subscription: SubscriptionLine): Cells => ({
  name: subscription.planName,
  amount: money(subscription),
  facts: timeWords(subscription.createdAt),
  state: subscriptionStanding(subscription),
})
