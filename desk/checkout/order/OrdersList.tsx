import type { DisputeLine } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { usePartner } from '../../kit/partner.ts'
import { PlaceList } from '../../kit/place/Place.tsx'
import { timeWords } from '../../kit/times.ts'
import { useDisputes } from '../dispute/dispute-queries.ts'
import { disputeChip } from '../dispute/dispute-words.ts'
import { EitherLines } from '../EitherLines.tsx'
import { SubscriptionLines } from '../months/SubscriptionLines.tsx'
import type { Cells } from '../PagedLines.tsx'
import { OrderLines } from './OrderLines.tsx'
import { useMoneyTasks } from './order-queries.ts'
import { taskTitle } from './order-words.ts'

/** Where the books differ: open ones, the oldest first, or what was settled. */
const TaskLines = ({ chosen }: { chosen: string | undefined }) => (
  <EitherLines
    at="/tasks"
    states={['open', 'resolved']}
    words={(state) => ({ label: t(`desk.tasks.state.${state}`), none: t(`desk.tasks.none.${state}`) })}
    useLines={useMoneyTasks}
    chosen={chosen}
    cells={(task) => ({ name: taskTitle(task), facts: timeWords(task.foundAt) })}
  />
)

/** What is to be answered, the soonest deadline first; or how it ended. */
const DisputeLines = ({ chosen }: { chosen: string | undefined }) => (
  <EitherLines
    at="/disputes"
    states={['undecided', 'decided']}
    words={(state) => ({ label: t(`desk.disputes.show.${state}`), none: t(`desk.disputes.none.${state}`) })}
    useLines={useDisputes}
    chosen={chosen}
    cells={cellsOf}
  />
)

function cellsOf({ kind, state, deadline, decidedAt, openedAt, amount, currency }: DisputeLine): Cells {
  const until = deadline && !decidedAt && t('desk.disputes.until', { when: timeWords(deadline) })
  return {
    name: t(`desk.disputes.kind.${kind}`),
    amount: money({ amount, currency }),
    facts: until || timeWords(decidedAt ?? openedAt),
    state: disputeChip(state),
  }
}

const LINES = { orders: OrderLines, subscriptions: SubscriptionLines, disputes: DisputeLines, tasks: TaskLines }

export type MoneyList = 'orders' | 'subscriptions' | 'disputes' | 'tasks'

/** Everything that was ordered, what is charged month by month, and what a person must look at, side by side. */
export function OrdersList({ list, chosen }: { list: MoneyList; chosen: string | undefined }) {
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t(`desk.${list}.title`)
  const { data: open } = useMoneyTasks('open')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const { data: undecided } = useDisputes('undecided')
  const Lines = LINES[list]
  return (
    <PlaceList title={title} heading={t('desk.orders.place')}>
      <Tabs
        label={t('desk.orders.place')}
        tabs={[
          { id: 'orders', label: t('desk.orders.title') },
          { id: 'subscriptions', label: t('desk.subscriptions.tab') },
          { id: 'disputes', label: t('desk.disputes.tab'), count: undecided?.items.length },
          { id: 'tasks', label: t('desk.tasks.title'), count: open?.items.length },
        ]}
        value={list}
        onChange={(next) => go(`/${next}`)}
      >
        <Lines chosen={chosen} />
      </Tabs>
    </PlaceList>
  )
}
