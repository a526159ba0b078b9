import { type DeskErrorReport, listErrorReports, resolveErrorReport } from '@cuida/core/kit/desk-error-report-api.ts'
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
import css from './Errors.module.css'

/** Unresolved error reports first, paginated. */
export const useErrorReports = () => usePages(listErrorReports, {}, { every: POLL.every30s })

export const useResolveErrorReport = () =>
  useMutation((fingerprint: string) => api(resolveErrorReport, { fingerprint }), { stale: [listErrorReports] })

/** Beside the list: the error report that the address names. */
export function ErrorsPage({ selectedId }: { selectedId: string | undefined }) {
  const { data } = useErrorReports()
  const errorReport = data?.items.find(({ fingerprint }) => fingerprint === selectedId)
  if (!selectedId) return <PageEmpty title={t('desk.errors.choose')}>{t('desk.errors.chooseText')}</PageEmpty>
  return (
    <PageDetail key={selectedId} title={t('desk.errors.title')} back={{ to: '/errors', label: t('desk.errors.back') }}>
      {!data ? (
        <Skeleton lines={8} />
      ) : errorReport ? (
        <ErrorDetail errorReport={errorReport} />
      ) : (
        <EmptyState title={t('desk.error.ERROR_REPORT_NOT_FOUND')} />
      )}
    </PageDetail>
  )
}

function ErrorDetail({ errorReport }: { errorReport: DeskErrorReport }) {
  const done = useResolveErrorReport()
  const { fingerprint, name, doneAt, doneBy, frames } = errorReport
  return (
    <div className={css.errorReport}>
      <h2>{name}</h2>
      <Facts of={factsOf(errorReport)} term={(term) => t(`desk.errors.fact.${term}`)} />
      {frames.length > 0 && (
        <ol className={css.frames} aria-label={t('desk.errors.frames')}>
          {frames.map((frame) => (
            <li key={frame} translate="no">
              {frame}
            </li>
          ))}
        </ol>
      )}
      <Failure failure={done.error} />
      {doneAt ? (
        <p>{t('desk.errors.doneBy', { name: doneBy ?? '', when: formatWhenLong(doneAt) })}</p>
      ) : (
        <Button fit variant="primary" icon="check" busy={done.isPending} onClick={() => done.mutate(fingerprint)}>
          {t('desk.errors.markDone')}
        </Button>
      )}
    </div>
  )
}

type Term = 'program' | 'where' | 'answer' | 'code' | 'trace' | 'times' | 'first' | 'last' | 'release' | 'seen'

function factsOf(errorReport: DeskErrorReport): Fact<Term>[] {
  const { program, method, route, job, status, code, traceId, times, firstAt, lastAt, release, isHandled } = errorReport
  const where = [method, route, job].filter(Boolean).join(' ')
  return [
    ['program', t(`desk.errors.program.${program}`)],
    ['where', where],
    ['answer', status],
    ['code', code],
    ['trace', traceId],
    ['times', times],
    ['first', formatWhenLong(firstAt)],
    ['last', formatWhenLong(lastAt)],
    ['release', release],
    ['seen', t(isHandled ? 'desk.errors.handled' : 'desk.errors.unhandled')],
  ]
}

/** Error reports of app, desk, API and worker. */
export function ErrorsList({ selectedId }: { selectedId: string | undefined }) {
  const errorReporter = useErrorReports()
  const partner = usePartner()
  const title = t('desk.errors.title')
  const first = errorReporter.data?.first
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      {first?.toldTo && <Alert tone="info" title={t('desk.errors.toldTo', { host: first.toldTo })} />}
      <QueryBoundary query={errorReporter} lines={6} empty={<PageNote>{t('desk.errors.none')}</PageNote>}>
        {({ items }) => (
          <PageRows>
            {items.map((errorReport) => (
              <FaultRow
                key={errorReport.fingerprint}
                errorReport={errorReport}
                isChosen={errorReport.fingerprint === selectedId}
              />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
      {errorReporter.hasNextPage && (
        <Button busy={errorReporter.isFetchingNextPage} onClick={() => void errorReporter.fetchNextPage()}>
          {t('desk.errors.more')}
        </Button>
      )}
    </PageList>
  )
}

function FaultRow({ errorReport, isChosen }: { errorReport: DeskErrorReport; isChosen: boolean }) {
  const { fingerprint, program, name, route, job, times, lastAt, doneAt } = errorReport
  const often = t('desk.errors.times', { count: times })
  return (
    <PageRow
      href={`/errors/${fingerprint}`}
      isChosen={isChosen}
      name={`${t(`desk.errors.program.${program}`)}: ${name}`}
      facts={[route ?? job, often, formatWhen(lastAt)].filter(Boolean).join(' · ')}
      mark={doneAt ? t('desk.errors.done') : undefined}
    />
  )
}
