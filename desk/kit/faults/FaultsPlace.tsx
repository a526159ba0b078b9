import type { DeskFault } from '@cuida/core/kit/desk-fault-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../Failure.tsx'
import { type Fact, Facts } from '../place/Detail.tsx'
import { PlaceDetail, PlaceEmpty } from '../place/Place.tsx'
import { fullWords } from '../times.ts'
import css from './Faults.module.css'
import { useDoneWithFault, useFaults } from './queries.ts'

/** Beside the list: what is known of the one that the address names. */
export function FaultsPlace({ chosen }: { chosen: string | undefined }) {
  const { data } = useFaults()
  const fault = data?.items.find(({ fingerprint }) => fingerprint === chosen)
  if (!chosen) return <PlaceEmpty title={t('desk.faults.choose')}>{t('desk.faults.chooseText')}</PlaceEmpty>
  return (
    <PlaceDetail key={chosen} title={t('desk.faults.title')} back={{ to: '/faults', label: t('desk.faults.back') }}>
      {!data ? (
        <Skeleton lines={8} />
      ) : fault ? (
        <FaultDetail fault={fault} />
      ) : (
        <EmptyState title={t('desk.error.FAULT_NOT_FOUND')} />
      )}
    </PlaceDetail>
  )
}

function FaultDetail({ fault }: { fault: DeskFault }) {
  const done = useDoneWithFault()
  const { fingerprint, name, doneAt, doneBy, frames } = fault
  return (
    <div className={css.fault}>
      <h2>{name}</h2>
      <Facts of={factsOf(fault)} term={(term) => t(`desk.faults.fact.${term}`)} />
      {frames.length > 0 && (
        <ol className={css.frames} aria-label={t('desk.faults.frames')}>
          {frames.map((frame) => (
            <li key={frame} translate="no">
              {frame}
            </li>
          ))}
        </ol>
      )}
      <Failure failure={done.error} />
      {doneAt ? (
        <p>{t('desk.faults.doneBy', { name: doneBy ?? '', when: fullWords(doneAt) })}</p>
      ) : (
        <Button fit variant="primary" icon="check" busy={done.isPending} onClick={() => done.mutate(fingerprint)}>
          {t('desk.faults.markDone')}
        </Button>
      )}
    </div>
  )
}

type Term = 'program' | 'where' | 'answer' | 'code' | 'trace' | 'times' | 'first' | 'last' | 'release' | 'seen'

function factsOf(fault: DeskFault): Fact<Term>[] {
  const { program, method, route, job, status, code, traceId, times, firstAt, lastAt, release, isHandled } = fault
  const where = [method, route, job].filter(Boolean).join(' ')
  return [
    ['program', t(`desk.faults.program.${program}`)],
    ['where', where],
    ['answer', status],
    ['code', code],
    ['trace', traceId],
    ['times', times],
    ['first', fullWords(firstAt)],
    ['last', fullWords(lastAt)],
    ['release', release],
    ['seen', t(isHandled ? 'desk.faults.handled' : 'desk.faults.unhandled')],
  ]
}
