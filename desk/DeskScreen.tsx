import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useCallback, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { SessionEnd } from './access/session/SessionEnd.tsx'
import { useDeskHeartbeat } from './access/session/use-heartbeat.ts'
import { DetailEmpty } from './care/ConsultationStates.tsx'
import { CallFloat } from './care/call/CallFloat.tsx'
import { useCurrentCall } from './care/call/use-current-call.ts'
import { useQueue, useTakeConsultation } from './care/queries.ts'
import { ConsultationDetail } from './care/queue/ConsultationDetail.tsx'
import { UrgentAlarm } from './care/queue/UrgentAlarm.tsx'
import { WorkLists } from './care/queue/WorkLists.tsx'
import { AvailabilityButton } from './care/sharing/AvailabilityButton.tsx'
import { LeaveDialog } from './care/sharing/LeaveDialog.tsx'
import css from './DeskScreen.module.css'
import { findPage } from './kit/page/page.ts'
import { useIsWide } from './kit/page/use-is-wide.ts'
import { signOut, useMayManage } from './kit/session.ts'
import { NotificationSettingsDialog } from './notifications/staff/NotificationSettingsDialog.tsx'
import { StaffNotes } from './notifications/staff/StaffNotes.tsx'
import { PAGES } from './pages.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The main screen: sidebar, list, and the consultation (or the page) that the address names. */
export function DeskScreen() {
  const params = useRoute('/consultations/:id')[1]
  const id = params?.id
  const [address, go] = useLocation()
  const found = findPage(PAGES, address, useMayManage())
  const page = found?.page.at(found.list, found.named)
  const isWide = page !== undefined && page.list === undefined
  const isChosen = page ? page.isChosen : id !== undefined
  const hasRoomForBoth = useIsWide(900)
  const [failure, setFailure] = useState<unknown>()
  const take = useTakeConsultation()
  const call = useCurrentCall(id)
  // For the patient in the call, all panels are beside the video; for any other patient they are below it.
  const isAttending = call !== undefined && call.id === id
  useDeskHeartbeat()
  const [isLeaving, setLeaving] = useState(false)
  const held = useQueue().data?.items.filter(({ queueColumn }) => queueColumn === 'mine') ?? []
  const attend = useCallback(
    (consultationId: string) => {
      setFailure(undefined)
      go(`/consultations/${consultationId}`)
      take.mutate(consultationId, {
        onError: (error) => {
          setFailure(error)
          // Another clinician has taken this patient, so this screen may not show the consultation any more.
          if (error instanceof CallFailed && error.code === 'ALREADY_TAKEN') go('/')
        },
      })
    },
    [go, take.mutate],
  )
  const closed = (name: string) => {
    showToast(t('desk.close.done', { name }))
    go('/')
  }
  return (
    <div
      className={css.desk}
      data-chosen={isChosen ? '' : undefined}
      data-wide={isWide ? '' : undefined}
      data-call={call ? '' : undefined}
      data-attending={isAttending ? '' : undefined}
    >
      <UrgentAlarm inCall={call !== undefined} taking={take.isPending} onAttend={attend} />
      <Sidebar
        currentPage={found?.page}
        notificationSettings={<NotificationSettingsButton />}
        onSignOut={() => (held.length > 0 ? setLeaving(true) : void signOut())}
      >
        <AvailabilityButton />
      </Sidebar>
      {!isWide && (
        // When one pane shows, it is the `main` landmark; when both show, the list is outside `main`.
        <div className={css.list} role={hasRoomForBoth || isChosen ? undefined : 'main'}>
          {page?.list ?? <WorkLists selectedId={id} failure={failure} onFailureRead={() => setFailure(undefined)} />}
        </div>
      )}
      <main className={css.detail} data-call={call ? '' : undefined} data-attending={isAttending ? '' : undefined}>
        {call && <CallFloat key={call.key} call={call} chosen={isAttending} />}
        {page ? (
          isWide ? (
            <div className={css.empty}>{page.detail}</div>
          ) : (
            page.detail
          )
        ) : id ? (
          <ConsultationDetail key={id} id={id} taking={take.isPending} onAttend={attend} onClosed={closed} />
        ) : (
          <DetailEmpty />
        )}
      </main>
      <div className={css.notices}>
        <StaffNotes />
        <SessionEnd inCall={call !== undefined} />
      </div>
      {isLeaving && <LeaveDialog held={held} onClose={() => setLeaving(false)} />}
    </div>
  )
}

/** Opens the dialog in which staff choose the topics and channels of their notifications. */
function NotificationSettingsButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="bell" fit aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('desk.notifications.title')}
      </Button>
      {isOpen && <NotificationSettingsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
