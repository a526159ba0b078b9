import type { DisputeLine } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useAddressChoice } from '../../kit/place/use-address-choice.ts'
import { timeWords } from '../../kit/times.ts'
import css from '../order/OrdersList.module.css'
import { type Cells, PagedLines } from '../PagedLines.tsx'
import { useDisputes } from './dispute-queries.ts'
import { disputeTone } from './dispute-words.ts'

const STATES = ['undecided', 'decided'] as const

/** What is to be answered, the soonest deadline first; or how it ended. */
export function DisputeLines({ chosen }: { chosen: string | undefined }) {
  const { value: state, choose, keep } = useAddressChoice('show', STATES)
  return (
    <div className={css.panel}>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={STATES.map((value) => ({ value, label: t(`desk.disputes.show.${value}`) }))}
        value={state}
        onChange={choose}
      />
      <PagedLines
        list={useDisputes(state)}
        none={t(`desk.disputes.none.${state}`)}
        chosen={chosen}
        addressOf={(id) => keep(`/disputes/${id}`)}
        cells={cellsOf}
      />
    </div>
  )
}

function cellsOf({ kind, state, deadline, decidedAt, openedAt, amount, currency }: DisputeLine): Cells {
  const until = deadline && !decidedAt && t('desk.disputes.until', { when: timeWords(deadline) })
  return {
    name: t(`desk.disputes.kind.${kind}`),
    amount: money({ amount, currency }),
    facts: until || timeWords(decidedAt ?? openedAt),
    state: { words: t(`desk.disputes.state.${state}`), tone: disputeTone(state) },
  }
}
