import { type DeskFault, doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { api } from '../api.ts'
import { formatWhen, formatWhenLong } from '../clinic-time.ts'
import { Failure } from '../Failure.tsx'
import { type Fact, Facts } from '../page/Detail.tsx'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../page/PageList.tsx'
import { usePartner } from '../partner.ts'
import { useMutation, usePages } from '../queries.ts'
import css from './Faults.module.css'

/** What nobody has seen to first, a page at a time. */
export const useFaults = () => usePages(listFaults, {}, { every: POLL.every30s })

export const useDoneWithFault = () =>
  useMutation((fingerprint: string) => api(doneWithFault, { fingerprint }), { stale: [listFaults] })

/** Beside the list: what is known of the one that the address names. */
export function FaultsPage({ chosen }: { chosen: string | undefined }) {
  const { data } = useFaults()
  const fault = data?.items.find(({ fingerprint }) => fingerprint === chosen)
  if (!chosen) return <PageEmpty title={t('desk.faults.choose')}>{t('desk.faults.chooseText')}</PageEmpty>
  return (
    <PageDetail key={chosen} title={t('desk.faults.title')} back={{ to: '/faults', label: t('desk.faults.back') }}>
      {!data ? (
        <Skeleton lines={8} />
      ) : fault ? (
        <FaultDetail fault={fault} />
      ) : (
        <EmptyState title={t('desk.error.FAULT_NOT_FOUND')} />
      )}
    </PageDetail>
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
        <p>{t('desk.faults.doneBy', { name: doneBy ?? '', when: formatWhenLong(doneAt) })}</p>
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
    ['first', formatWhenLong(firstAt)],
    ['last', formatWhenLong(lastAt)],
    ['release', release],
    ['seen', t(isHandled ? 'desk.faults.handled' : 'desk.faults.unhandled')],
  ]
}

/** What broke, in app, desk, API or worker. */
export function FaultsList({ chosen }: { chosen: string | undefined }) {
  const faults = useFaults()
  const partner = usePartner()
  const title = t('desk.faults.title')
  const first = faults.data?.first
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      {first?.toldTo && <Alert tone="info" title={t('desk.faults.toldTo', { host: first.toldTo })} />}
      <QueryBoundary query={faults} lines={6} empty={<PageNote>{t('desk.faults.none')}</PageNote>}>
        {({ items }) => (
          <PageRows>
            {items.map((fault) => (
              <FaultRow key={fault.fingerprint} fault={fault} isChosen={fault.fingerprint === chosen} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
      {faults.hasNextPage && (
        <Button busy={faults.isFetchingNextPage} onClick={() => void faults.fetchNextPage()}>
          {t('desk.faults.more')}
        </Button>
      )}
    </PageList>
  )
}

function FaultRow({ fault, isChosen }: { fault: DeskFault; isChosen: boolean }) {
  const { fingerprint, program, name, route, job, times, lastAt, doneAt } = fault
  const often = t('desk.faults.times', { count: times })
  return (
    <PageRow
      href={`/faults/${fingerprint}`}
      isChosen={isChosen}
      name={`${t(`desk.faults.program.${program}`)}: ${name}`}
      facts={[route ?? job, often, formatWhen(lastAt)].filter(Boolean).join(' · ')}
      mark={doneAt ? t('desk.faults.done') : undefined}
    />
  )
}
