import type { MoneyTask } from '@cuida/core/checkout/desk-task-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useMoveKeys } from '../kit/move-keys.ts'
import { timeWords } from '../kit/times.ts'
import { useAddressChoice } from '../kit/use-address-choice.ts'
import css from './OrdersList.module.css'
import { useMoneyTasks } from './order-queries.ts'
import { taskTitle } from './order-words.ts'

const STATES = ['open', 'resolved'] as const

/** Where the books differ: open ones, the oldest first, or what was settled. */
export function TaskLines({ chosen }: { chosen: string | undefined }) {
  const { value: state, choose, keep } = useAddressChoice('show', STATES)
  const tasks = useMoneyTasks(state)
  const [, go] = useLocation()
  const items = useMemo(() => tasks.data?.pages.flatMap((page) => page.items), [tasks.data])
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const addressOf = (id: string) => keep(`/tasks/${id}`)
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <div className={css.panel}>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={STATES.map((value) => ({ value, label: t(`desk.tasks.state.${value}`) }))}
        value={state}
        onChange={choose}
      />
      {tasks.isError && !items && (
        <ErrorState failure={tasks.error} busy={tasks.isFetching} onAction={() => void tasks.refetch()} />
      )}
      {tasks.isPending && <Skeleton lines={6} />}
      {items?.length === 0 && <p className={css.none}>{t(`desk.tasks.none.${state}`)}</p>}
      <ul className={css.lines}>
        {items?.map((task) => (
          <Line key={task.id} task={task} href={addressOf(task.id)} isChosen={task.id === chosen} />
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

function Line({ task, href, isChosen }: { task: MoneyTask; href: string; isChosen: boolean }) {
  return (
    <li>
      <Link href={href} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.name}>{taskTitle(task)}</span>
        <span className={css.facts}>{timeWords(task.foundAt)}</span>
      </Link>
    </li>
  )
}
