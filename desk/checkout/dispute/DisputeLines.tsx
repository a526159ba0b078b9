import type { DisputeLine } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import { EitherLines } from '../EitherLines.tsx'
import type { Cells } from '../PagedLines.tsx'
import { useDisputes } from './dispute-queries.ts'
import { disputeChip } from './dispute-words.ts'

/** What is to be answered, the soonest deadline first; or how it ended. */
export const DisputeLines = ({ chosen }: { chosen: string | undefined }) => (
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
