import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import { EitherLines } from '../EitherLines.tsx'
import { useMoneyTasks } from '../order/order-queries.ts'
import { taskTitle } from '../order/order-words.ts'

/** Where the books differ: open ones, the oldest first, or what was settled. */
export const TaskLines = ({ chosen }: { chosen: string | undefined }) => (
  <EitherLines
    at="/tasks"
    states={['open', 'resolved']}
    words={(state) => ({ label: t(`desk.tasks.state.${state}`), none: t(`desk.tasks.none.${state}`) })}
    useLines={useMoneyTasks}
    chosen={chosen}
    cells={(task) => ({ name: taskTitle(task), facts: timeWords(task.foundAt) })}
  />
)
