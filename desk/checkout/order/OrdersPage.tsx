import type { DisputeLine } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { OrderFilter } from '@cuida/core/checkout/order/desk-order-api.ts'
import { SubscriptionFilter } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { PageDetail, PageEmpty, PageList, PagePanel } from '../../kit/page/PageList.tsx'
import { useAddressChoice } from '../../kit/page/use-address-choice.ts'
import { usePartner } from '../../kit/partner.ts'
import { DisputeDetail } from '../dispute/DisputeDetail.tsx'
import { disputeChip } from '../dispute/dispute-messages.ts'
import { useDisputes } from '../dispute/dispute-queries.ts'
import { type Cells, PagedLines } from '../PagedLines.tsx'
import { TaskDetail } from '../reconciliation/TaskDetail.tsx'
import { SubscriptionDetail } from '../subscription/SubscriptionDetail.tsx'
import { subscriptionStatusText } from '../subscription/subscription-messages.ts'
import { useSubscriptionSearch, useSubscriptions } from '../subscription/subscription-queries.ts'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderSearch } from './OrderSearch.tsx'
import { orderStatusText, taskTitle } from './order-messages.ts'
import { useMoneyTasks, useOrderSearch, useOrders } from './order-queries.ts'

/** Orders by filter, newest first, or the search results. */
const OrderLines = ({ selectedId }: { selectedId: string | undefined }) => (
  <SearchedLines
    at="orders"
    filters={OrderFilter.options}
    useLines={useOrders}
    search={useOrderSearch()}
    selectedId={selectedId}
    cells={(order) => ({
      name: order.patientName ?? order.productName,
      amount: formatMoney(order),
      facts: [order.patientName && order.productName, formatWhenShort(order.createdAt)].filter(Boolean).join(' · '),
      state: orderStatusText(order),
    })}
  />
)

/** Subscriptions by filter, newest first, or the search results. */
const SubscriptionLines = ({ selectedId }: { selectedId: string | undefined }) => (
  <SearchedLines
    at="subscriptions"
    filters={SubscriptionFilter.options}
    useLines={useSubscriptions}
    search={useSubscriptionSearch()}
    selectedId={selectedId}
    cells={(subscription) => ({
      name: subscription.planName,
      amount: formatMoney(subscription),
      facts: formatWhenShort(subscription.createdAt),
      state: subscriptionStatusText(subscription),
    })}
  />
)

/** Reconciliation differences: open ones, oldest first, or resolved ones. */
const TaskLines = ({ selectedId }: { selectedId: string | undefined }) => (
  <EitherLines
    at="/tasks"
    states={['open', 'resolved']}
    messagesOf={(state) => ({ label: t(`desk.tasks.state.${state}`), none: t(`desk.tasks.none.${state}`) })}
    useLines={useMoneyTasks}
    selectedId={selectedId}
    cells={(task) => ({ name: taskTitle(task), facts: formatWhenShort(task.foundAt) })}
  />
)

/** Open disputes, the soonest deadline first, or closed ones. */
const DisputeLines = ({ selectedId }: { selectedId: string | undefined }) => (
  <EitherLines
    at="/disputes"
    states={['undecided', 'decided']}
    messagesOf={(state) => ({ label: t(`desk.disputes.show.${state}`), none: t(`desk.disputes.none.${state}`) })}
    useLines={useDisputes}
    selectedId={selectedId}
    cells={cellsOf}
  />
)

const LINES = { orders: OrderLines, subscriptions: SubscriptionLines, disputes: DisputeLines, tasks: TaskLines }

const DETAILS = { orders: OrderDetail, subscriptions: SubscriptionDetail, disputes: DisputeDetail, tasks: TaskDetail }

/** Beside the lists: the order, subscription, task or dispute that the address names. */
export function OrdersPage({ list, selectedId }: { list: MoneyList; selectedId: string | undefined }) {
  if (!selectedId) return <PageEmpty title={t(`desk.${list}.choose`)}>{t(`desk.${list}.chooseText`)}</PageEmpty>
  const Detail = DETAILS[list]
  return (
    <PageDetail title={t(`desk.${list}.title`)} back={{ to: `/${list}`, label: t(`desk.${list}.back`) }}>
      <Detail key={selectedId} id={selectedId} />
    </PageDetail>
  )
}

function cellsOf({ kind, state, deadline, decidedAt, openedAt, amount, currency }: DisputeLine): Cells {
  const until = deadline && !decidedAt && t('desk.disputes.until', { when: formatWhenShort(deadline) })
  return {
    name: t(`desk.disputes.kind.${kind}`),
    amount: formatMoney({ amount, currency }),
    facts: until || formatWhenShort(decidedAt ?? openedAt),
    state: disputeChip(state),
  }
}

export type MoneyList = 'orders' | 'subscriptions' | 'disputes' | 'tasks'

/** Tabs for orders, subscriptions, reconciliation tasks and disputes. */
export function OrdersList({ list, selectedId }: { list: MoneyList; selectedId: string | undefined }) {
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t(`desk.${list}.title`)
  const { data: open } = useMoneyTasks('open')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const { data: undecided } = useDisputes('undecided')
  const Lines = LINES[list]
  return (
    <PageList title={title} heading={t('desk.orders.page')}>
      <Tabs
        label={t('desk.orders.page')}
        tabs={[
          { id: 'orders', label: t('desk.orders.title') },
          { id: 'subscriptions', label: t('desk.subscriptions.tab') },
          { id: 'disputes', label: t('desk.disputes.tab'), count: undecided?.items.length },
          { id: 'tasks', label: t('desk.tasks.title'), count: open?.items.length },
        ]}
        value={list}
        onChange={(next) => go(`/${next}`)}
      >
        <Lines selectedId={selectedId} />
      </Tabs>
    </PageList>
  )
}

type Paged<Line extends { id: string }> = ComponentProps<typeof PagedLines<Line>>

interface SearchedLinesProps<Filter extends string, Line extends { id: string }>
  extends Pick<Paged<Line>, 'selectedId' | 'cells'> {
  at: ComponentProps<typeof OrderSearch>['list']
  filters: readonly [Filter, ...Filter[]]
  useLines: (filter: Filter) => Paged<Line>['list']
  search: ComponentProps<typeof OrderSearch>['search'] & { data: Paged<Line>['found'] }
}

/** Rows by filter, or the search results. */
function SearchedLines<Filter extends string, Line extends { id: string }>(props: SearchedLinesProps<Filter, Line>) {
  const { at, filters, useLines, search, ...lines } = props
  const { value: filter, choose, keep } = useAddressChoice('show', filters)
  return (
    <PagePanel>
      <OrderSearch list={at} search={search} />
      {!search.data && (
        <Select
          label={t('desk.orders.show')}
          value={filter}
          onChange={choose}
          options={filters.map((value) => ({ value, label: t(`desk.${at}.filter.${value}`) }))}
        />
      )}
      <PagedLines
        list={useLines(filter)}
        found={search.data}
        none={t(`desk.${at}.none.${filter}`)}
        addressOf={(id) => keep(`/${at}/${id}`)}
        {...lines}
      />
    </PagePanel>
  )
}

interface EitherLinesProps<State extends string, Line extends { id: string }>
  extends Pick<Paged<Line>, 'selectedId' | 'cells'> {
  /** The base path of the rows. */
  at: string
  /** The open state and the closed state. */
  states: readonly [State, State]
  /** The label of a state, and the message for its empty list. */
  messagesOf: (state: State) => { label: string; none: string }
  useLines: (state: State) => Paged<Line>['list']
}

/** Rows that need a person, or rows that no longer do. */
function EitherLines<State extends string, Line extends { id: string }>(props: EitherLinesProps<State, Line>) {
  const { at, states, messagesOf, useLines, ...lines } = props
  const { value: state, choose, keep } = useAddressChoice('show', states)
  return (
    <PagePanel>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={states.map((value) => ({ value, label: messagesOf(value).label }))}
        value={state}
        onChange={choose}
      />
      <PagedLines
        list={useLines(state)}
        none={messagesOf(state).none}
        addressOf={(id) => keep(`${at}/${id}`)}
        {...lines}
      />
    </PagePanel>
  )
}
