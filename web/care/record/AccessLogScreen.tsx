import type { AccessLogEntry } from '@cuida/core/care/record/record-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatLongDay, formatRelativeMoment, truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Timeline } from '@cuida/ui/Timeline/Timeline.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { Identity } from '../../profile/account/Identity.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useAccessLog, useRecordOwners } from './record-queries.ts'

/** The access log: who read or changed the record and why (product 4.5: entries cannot be deleted). */
export function AccessLogScreen({ params }: { params: Record<string, string> }) {
  const family = useRecordOwners()
  const member = family.find(({ emrId }) => emrId === params.emrId)
  const title = member?.isDependant
    ? t('care.accessLog.titleOf', { name: truncateName(member.firstName) })
    : t('care.accessLog.title')
  return (
    <Screen title={title} lead={t('care.accessLog.lead')} identity={member && <Identity patientId={member.id} />}>
      {family.length === 0 ? <Skeleton lines={6} /> : member ? <AccessLog patientId={member.id} /> : <RecordNotFound />}
    </Screen>
  )
}

function AccessLog({ patientId }: { patientId: string }) {
  const accessLog = useAccessLog(patientId)
  const { timeZone } = usePartner()
  return (
    <Stack>
      <QueryBoundary query={accessLog} lines={6} empty={<EmptyState title={t('care.accessLog.empty')} />} keepsStale>
        {({ items }) => (
          <Timeline label={t('care.accessLog.entry')} steps={items.map((entry) => timelineStepOf(entry, timeZone))} />
        )}
      </QueryBoundary>
      {accessLog.hasNextPage && (
        <Button busy={accessLog.isFetchingNextPage} onClick={() => void accessLog.fetchNextPage()}>
          {t('care.accessLog.more')}
        </Button>
      )}
    </Stack>
  )
}

function timelineStepOf(
  { act, who, isProgram, at, because, consultationAt, reason }: AccessLogEntry,
  timeZone: string,
) {
  const isEmergencyAccess = act === 'break-glass'
  const isToldWhy =
    !isEmergencyAccess && (because === 'edit-request' || because === 'break-glass' || consultationAt !== null)
  const when = consultationAt ? formatLongDay(consultationAt, timeZone) : ''
  return {
    label: t(`care.accessLog.act.${act}`, { who }),
    state: 'done' as const,
    time: formatRelativeMoment(at, timeZone),
    detail: (
      <>
        {isProgram && <p>{t('care.accessLog.program')}</p>}
        {reason && <p>{t('care.accessLog.reason', { reason })}</p>}
        {isEmergencyAccess && <p>{t('care.accessLog.reviewed')}</p>}
        {because && isToldWhy && <p>{t(`care.accessLog.because.${because}`, { when })}</p>}
      </>
    ),
  }
}
