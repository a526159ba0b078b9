import type { MoneyTask } from '@cuida/core/checkout/desk-task-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useCallback, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMoveKeys } from '../kit/move-keys.ts'
import { timeWords } from '../kit/times.ts'
import css from './OrdersList.module.css'
import { useMoneyTasks } from './order-queries.ts'
import { taskTitle } from './order-words.ts'

type State = 'open' | 'resolved'

/** Where the books differ: open ones, the oldest first, or what was settled. */
export function TaskLines({ chosen }: { chosen: string | undefined }) {
  const [state, setState] = useState<State>('open')
  const tasks = useMoneyTasks(state)
  const [, go] = useLocation()
  const items = useMemo(() => tasks.data?.pages.flatMap((page) => page.items), [tasks.data])
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useMoveKeys(
    ids,
    chosen,
    useCallback((id: string) => go(`/tasks/${id}`), [go]),
  )
  return (
    <div className={css.panel}>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={(['open', 'resolved'] as const).map((value) => ({ value, label: t(`desk.tasks.state.${value}`) }))}
        value={state}
        onChange={setState}
      />
      {tasks.isError && !items && <ErrorState busy={tasks.isFetching} onAction={() => void tasks.refetch()} />}
      {tasks.isPending && <Skeleton lines={6} />}
      {items?.length === 0 && <p className={css.none}>{t(`desk.tasks.none.${state}`)}</p>}
      <ul className={css.lines}>
        {items?.map((task) => (
          <Line key={task.id} task={task} isChosen={task.id === chosen} />
        ))}
      </ul>
      {tasks.hasNextPage && (
        <Button busy={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </div>
  )
}

function Line({ task, isChosen }: { task: MoneyTask; isChosen: boolean }) {
  return (
    <li>
      <Link href={`/tasks/${task.id}`} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.name}>{taskTitle(task)}</span>
        <span className={css.facts}>{timeWords(task.foundAt)}</span>
      </Link>
    </li>
  )
}
