import type { Look } from '@cuida/core/care/record/record-api.ts'
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
import { NotMine } from './NotMine.tsx'
import { useLooks, useRecorded } from './record-queries.ts'

/** Who opened or changed the record, and why, in plain words (product 4.5: nothing of it can be deleted). */
export function LooksScreen({ params }: { params: Record<string, string> }) {
  const family = useRecorded()
  const member = family.find(({ emrId }) => emrId === params.emrId)
  const title = member?.isDependant
    ? t('care.looks.titleOf', { name: truncateName(member.firstName) })
    : t('care.looks.title')
  return (
    <Screen title={title} lead={t('care.looks.lead')} identity={member && <Identity patientId={member.id} />}>
      {family.length === 0 ? <Skeleton lines={6} /> : member ? <Looks patientId={member.id} /> : <NotMine />}
    </Screen>
  )
}

function Looks({ patientId }: { patientId: string }) {
  const looks = useLooks(patientId)
  const { timeZone } = usePartner()
  return (
    <Stack>
      <QueryBoundary query={looks} lines={6} empty={<EmptyState title={t('care.looks.empty')} />} keepsStale>
        {({ items }) => (
          <Timeline label={t('care.looks.entry')} steps={items.map((look) => timelineStepOf(look, timeZone))} />
        )}
      </QueryBoundary>
      {looks.hasNextPage && (
        <Button busy={looks.isFetchingNextPage} onClick={() => void looks.fetchNextPage()}>
          {t('care.looks.more')}
        </Button>
      )}
    </Stack>
  )
}

function timelineStepOf({ act, who, at, because, consultationAt, reason }: Look, timeZone: string) {
  const isOpening = act === 'break-glass'
  const isToldWhy = !isOpening && (because === 'edit-request' || because === 'break-glass' || consultationAt !== null)
  const when = consultationAt ? formatLongDay(consultationAt, timeZone) : ''
  return {
    label: t(`care.looks.act.${act}`, { who }),
    state: 'done' as const,
    time: formatRelativeMoment(at, timeZone),
    detail: (
      <>
        {reason && <p>{t('care.looks.reason', { reason })}</p>}
        {isOpening && <p>{t('care.looks.reviewed')}</p>}
        {because && isToldWhy && <p>{t(`care.looks.because.${because}`, { when })}</p>}
      </>
    ),
  }
}
