import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ChoiceRow } from '@cuida/ui/ChoiceRow/ChoiceRow.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { useId, useState } from 'react'
import { formatWhenShort, minutesSince } from '../../kit/clinic-time.ts'
import { FullPage } from '../../kit/page/FullPage.tsx'
import { usePartner } from '../../kit/partner.ts'
import { useStaff } from '../../kit/session.ts'
import { useNow } from '../../kit/use-now.ts'
import { UndeliveredSection } from '../../notifications/delivery/UndeliveredSection.tsx'
import { useOpenUndeliveredCount } from '../../notifications/delivery/undelivered-queries.ts'
import css from './OpenConsultationsScreen.module.css'
import { consultationTrouble, groupByClinician, needsAttention, type OpenGroup } from './open-groups.ts'
import { ReassignmentDialog } from './ReassignmentDialog.tsx'
import { type ReassignmentAction, useOpenConsultations } from './reassignment-queries.ts'

/** For managers: the day's open consultations and what to do about them, one or many at once (C10.2). */
export function OpenConsultationsScreen() {
  const open = useOpenConsultations()
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const partner = usePartner()
  const now = useNow(15_000)
  const title = t('desk.reassignment.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const undelivered = useOpenUndeliveredCount()
  const items = open.data?.items ?? []
  // The screen does not say that all is well while a patient has to be phoned.
  const isSaid = undelivered === 0 || items.some((item) => needsAttention(item, now))
  const selectedItems = items.filter(({ id }) => selectedIds.includes(id))
  return (
    <FullPage
      title={title}
      beside={
        open.data &&
        isSaid && (
          <p className={css.status} role="status">
            {statusSummary(items, now)}
          </p>
        )
      }
    >
      <QueryBoundary query={open} lines={8} keepsStale>
        {() => null}
      </QueryBoundary>
      <UndeliveredSection now={now} />
      {open.data?.items.length === 0 && (
        <EmptyState title={t('desk.reassignment.none')}>{t('desk.reassignment.noneText')}</EmptyState>
      )}
      {groupByClinician(items, now).map((group) => (
        <OpenGroupRows
          key={group.clinician?.id ?? ''}
          group={group}
          selectedIds={selectedIds}
          now={now}
          onChoose={(ids, isChosen) =>
            setSelectedIds([...selectedIds.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])])
          }
        />
      ))}
      {selectedItems.length > 0 && <ReassignmentBar selectedItems={selectedItems} onDone={() => setSelectedIds([])} />}
    </FullPage>
  )
}

function statusSummary(items: readonly OpenConsultation[], now: number): string {
  const count = items.filter((item) => needsAttention(item, now)).length
  return t(count > 0 ? 'desk.reassignment.needed' : 'desk.reassignment.inOrder', { count })
}

/** Actions on the selected consultations; the bar stays in view while the list scrolls. */
function ReassignmentBar({
  selectedItems,
  onDone,
}: {
  selectedItems: readonly OpenConsultation[]
  onDone: () => void
}) {
  const { data: staff } = useStaff()
  const [action, setAction] = useState<ReassignmentAction>()
  const areWaiting = selectedItems.every(({ status }) => status === 'QUEUED')
  // On-demand consultations in the queue are open to every clinician already.
  const areBooked = selectedItems.every(({ startTime }) => startTime !== null)
  return (
    <section className={css.bar} aria-label={t('desk.reassignment.chosen', { count: selectedItems.length })}>
      <p aria-live="polite">{t('desk.reassignment.chosen', { count: selectedItems.length })}</p>
      {staff?.clinicianId && (
        <Button fit icon="user" onClick={() => setAction('take-over')}>
          {t('desk.reassignment.take-over')}
        </Button>
      )}
      {areWaiting && areBooked && (
        <Button fit icon="refresh" onClick={() => setAction('reassign')}>
          {t('desk.reassignment.reassign')}
        </Button>
      )}
      {areWaiting && areAhead(selectedItems) && (
        <Button fit icon="calendar" onClick={() => setAction('offer')}>
          {t('desk.reassignment.offer')}
        </Button>
      )}
      <Button fit icon="close" variant="danger" onClick={() => setAction('cancel')}>
        {t('desk.reassignment.cancel')}
      </Button>
      {action && (
        <ReassignmentDialog
          action={action}
          selectedItems={selectedItems}
          onClose={() => setAction(undefined)}
          onDone={onDone}
        />
      )}
    </section>
  )
}

/** New times can be offered only for appointments that have not begun. */
const areAhead = (consultations: readonly OpenConsultation[]): boolean =>
  consultations.every(({ startTime }) => startTime !== null && Date.parse(startTime) > serverNow())

interface OpenGroupRowsProps {
  group: OpenGroup
  selectedIds: readonly string[]
  now: number
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/** The open consultations of one clinician, or of the queue, with a checkbox for all of them. */
function OpenGroupRows({ group: { clinician, items }, selectedIds, now, onChoose }: OpenGroupRowsProps) {
  const titleId = useId()
  const ids = items.map(({ id }) => id)
  const areAll = ids.every((id) => selectedIds.includes(id))
  return (
    <section aria-labelledby={titleId} className={css.group}>
      <div className={css.groupHead}>
        <h2 id={titleId}>{clinician?.name ?? t('desk.reassignment.anybody')}</h2>
        {items.length > 1 && (
          <Button variant="quiet" fit aria-describedby={titleId} onClick={() => onChoose(ids, !areAll)}>
            {t(areAll ? 'desk.reassignment.chooseNone' : 'desk.reassignment.chooseAll', { count: items.length })}
          </Button>
        )}
      </div>
      <ul className={css.rows}>
        {items.map((item) => (
          <li key={item.id}>
            <ChoiceRow
              type="checkbox"
              checked={selectedIds.includes(item.id)}
              onChange={(is) => onChoose([item.id], is)}
              label={`${item.patient.firstName} ${item.patient.lastName}`}
              detail={
                <>
                  {factsOf(item, now)} <Trouble item={item} now={now} />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Trouble({ item, now }: { item: OpenConsultation; now: number }) {
  const trouble = consultationTrouble(item, now)
  if (!trouble) return null
  const since = { late: item.startTime, overdue: item.promisedBy, gone: null, blocked: null }[trouble]
  const length = since ? formatMinutes(minutesSince(since, now)) : ''
  return <span className={css.trouble}>{t(`desk.reassignment.is.${trouble}`, { length })}</span>
}

function factsOf(
  { product, status, startTime, queuedAt, lateChoice, areTimesOffered }: OpenConsultation,
  now: number,
): string {
  const since = queuedAt && !startTime ? formatMinutes(minutesSince(queuedAt, now)) : undefined
  return [
    startTime ? formatWhenShort(startTime, now) : since && t('desk.reassignment.since', { length: since }),
    product.name,
    t(`desk.status.${status === 'QUEUED' && startTime ? 'BOOKED' : status}`),
    lateChoice && t(`desk.reassignment.chose.${lateChoice}`),
    areTimesOffered && t('desk.reassignment.offered'),
  ]
    .filter(Boolean)
    .join(' · ')
}
