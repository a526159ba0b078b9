import type { DisputeLine } from '@cuida/core/checkout/desk-dispute-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useMoveKeys } from '../../kit/move-keys.ts'
import { timeWords } from '../../kit/times.ts'
import { useAddressChoice } from '../../kit/use-address-choice.ts'
import css from '../OrdersList.module.css'
import { useDisputes } from './dispute-queries.ts'
import { disputeTone } from './dispute-words.ts'

const STATES = ['undecided', 'decided'] as const

/** What is to be answered, the soonest deadline first; or how it ended. */
export function DisputeLines({ chosen }: { chosen: string | undefined }) {
  const { value: state, choose, keep } = useAddressChoice('show', STATES)
  const disputes = useDisputes(state)
  const [, go] = useLocation()
  const items = useMemo(() => disputes.data?.pages.flatMap((page) => page.items), [disputes.data])
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const addressOf = (id: string) => keep(`/disputes/${id}`)
  useMoveKeys(ids, chosen, (id) => go(addressOf(id)))
  return (
    <div className={css.panel}>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={STATES.map((value) => ({ value, label: t(`desk.disputes.show.${value}`) }))}
        value={state}
        onChange={choose}
      />
      {disputes.isError && !items && (
        <ErrorState failure={disputes.error} busy={disputes.isFetching} onAction={() => void disputes.refetch()} />
      )}
      {disputes.isPending && <Skeleton lines={6} />}
      {items?.length === 0 && <p className={css.none}>{t(`desk.disputes.none.${state}`)}</p>}
      <ul className={css.lines}>
        {items?.map((dispute) => (
          <Line key={dispute.id} dispute={dispute} href={addressOf(dispute.id)} isChosen={dispute.id === chosen} />
        ))}
      </ul>
      {disputes.hasNextPage && (
        <Button busy={disputes.isFetchingNextPage} onClick={() => void disputes.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </div>
  )
}

function Line({ dispute, href, isChosen }: { dispute: DisputeLine; href: string; isChosen: boolean }) {
  const { kind, state, deadline, decidedAt, openedAt } = dispute
  const until = deadline && !decidedAt && t('desk.disputes.until', { when: timeWords(deadline) })
  return (
    <li>
      <Link href={href} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.name}>{t(`desk.disputes.kind.${kind}`)}</span>
        <span className={css.amount}>{money(dispute)}</span>
        <span className={css.facts}>{until || timeWords(decidedAt ?? openedAt)}</span>
        <span className={css.state} data-tone={disputeTone(state)}>
          {t(`desk.disputes.state.${state}`)}
        </span>
      </Link>
    </li>
  )
}
