import { OrderFilter, type OrderLine } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { PlacePanel } from '../../kit/place/Place.tsx'
import { useAddressChoice } from '../../kit/place/use-address-choice.ts'
import { timeWords } from '../../kit/times.ts'
import { type Cells, PagedLines } from '../PagedLines.tsx'
import { OrderSearch } from './OrderSearch.tsx'
import { useOrderSearch, useOrders } from './order-queries.ts'
import { standingOf } from './order-words.ts'

/** What was ordered, the newest first, by what needs a person; or what was searched for. */
export function OrderLines({ chosen }: { chosen: string | undefined }) {
  const { value: filter, choose, keep } = useAddressChoice('show', OrderFilter.options)
  const search = useOrderSearch()
  return (
    <PlacePanel>
      <OrderSearch list="orders" search={search} />
      {!search.data && (
        <Select
          label={t('desk.orders.show')}
          value={filter}
          onChange={choose}
          options={OrderFilter.options.map((value) => ({ value, label: t(`desk.orders.filter.${value}`) }))}
        />
      )}
      <PagedLines
        list={useOrders(filter)}
        found={search.data}
        none={t(`desk.orders.none.${filter}`)}
        chosen={chosen}
        addressOf={(id) => keep(`/orders/${id}`)}
        cells={cellsOf}
      />
    </PlacePanel>
  )
}

const cellsOf = (order: OrderLine): Cells => ({
  name: order.patientName ?? order.productName,
  amount: money(order),
  facts: [order.patientName && order.productName, timeWords(order.createdAt)].filter(Boolean).join(' · '),
  state: standingOf(order),
})
