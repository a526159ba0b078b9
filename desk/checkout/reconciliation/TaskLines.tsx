import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useAddressChoice } from '../../kit/place/use-address-choice.ts'
import { timeWords } from '../../kit/times.ts'
import css from '../order/OrdersList.module.css'
import { useMoneyTasks } from '../order/order-queries.ts'
import { taskTitle } from '../order/order-words.ts'
import { PagedLines } from '../PagedLines.tsx'

const STATES = ['open', 'resolved'] as const

/** Where the books differ: open ones, the oldest first, or what was settled. */
export function TaskLines({ chosen }: { chosen: string | undefined }) {
  const { value: state, choose, keep } = useAddressChoice('show', STATES)
  return (
    <div className={css.panel}>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={STATES.map((value) => ({ value, label: t(`desk.tasks.state.${value}`) }))}
        value={state}
        onChange={choose}
      />
      <PagedLines
        list={useMoneyTasks(state)}
        none={t(`desk.tasks.none.${state}`)}
        chosen={chosen}
        addressOf={(id) => keep(`/tasks/${id}`)}
        cells={(task) => ({ name: taskTitle(task), facts: timeWords(task.foundAt) })}
      />
    </div>
  )
}
