import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useCallback, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { PeopleList } from './access/people/PeopleList.tsx'
import { NobodyChosen, PersonDetail } from './access/people/PersonDetail.tsx'
import type { PersonRef } from './access/people/queries.ts'
import { usePeoplePlace } from './access/people/use-people-place.ts'
import { SessionEnd } from './access/session/SessionEnd.tsx'
import { useDeskHeartbeat } from './access/session/use-heartbeat.ts'
import { useWaitingInvitations } from './access/team/queries.ts'
import { TeamList } from './access/team/TeamList.tsx'
import { TeamPlace } from './access/team/TeamPlace.tsx'
import { useTeamPlace } from './access/team/use-team-place.ts'
import { AgendaScreen } from './booking/agenda/AgendaScreen.tsx'
import { AbsenceScreen } from './care/absence/AbsenceScreen.tsx'
import { BoardScreen } from './care/board/BoardScreen.tsx'
import { CallFloat } from './care/call/CallFloat.tsx'
import { useOwnCall } from './care/call/use-own-call.ts'
import { useQueue, useTake } from './care/queries.ts'
import { ConsultationDetail } from './care/queue/ConsultationDetail.tsx'
import { UrgentAlarm } from './care/queue/UrgentAlarm.tsx'
import { WorkLists } from './care/queue/WorkLists.tsx'
import { RecordsList } from './care/record/RecordsList.tsx'
import { RecordsPlace } from './care/record/RecordsPlace.tsx'
import { useWaitingRecords } from './care/record/record-queries.ts'
import { type RecordsPlace as Place, useRecordsPlace } from './care/record/use-records-place.ts'
import { BlockDialog } from './care/rescue/BlockDialog.tsx'
import { RescueScreen } from './care/rescue/RescueScreen.tsx'
import { AvailabilityButton } from './care/sharing/AvailabilityButton.tsx'
import { LeaveDialog } from './care/sharing/LeaveDialog.tsx'
import { NothingChosen } from './care/states.tsx'
import { OrdersList } from './checkout/order/OrdersList.tsx'
import { OrdersPlace } from './checkout/order/OrdersPlace.tsx'
import { useOrdersPlace } from './checkout/order/use-orders-place.ts'
import { PromoList } from './checkout/promo/PromoList.tsx'
import { PromoPlace } from './checkout/promo/PromoPlace.tsx'
import { usePromoPlace } from './checkout/promo/use-promo-place.ts'
import css from './DeskScreen.module.css'
import { CompaniesList } from './invite/CompaniesList.tsx'
import { CompaniesPlace } from './invite/CompaniesPlace.tsx'
import { useCompaniesPlace } from './invite/use-companies-place.ts'
import { FaultsList } from './kit/faults/FaultsList.tsx'
import { FaultsPlace } from './kit/faults/FaultsPlace.tsx'
import { useFaultsPlace } from './kit/faults/use-faults-place.ts'
import { useIsWide } from './kit/place/use-is-wide.ts'
import { signOut, useMayManage } from './kit/session.ts'
import { useWaitingUntold } from './news/delivery/untold-queries.ts'
import { NewsChoiceButton } from './news/staff/NewsChoiceButton.tsx'
import { StaffNotes } from './news/staff/StaffNotes.tsx'
import { Rail } from './Rail.tsx'
import { QuestionsList } from './support/questions/QuestionsList.tsx'
import { QuestionsPlace } from './support/questions/QuestionsPlace.tsx'
import { useWaitingQuestions } from './support/questions/queries.ts'
import { useQuestionsPlace } from './support/questions/use-questions-place.ts'

/** Who waits and who is attended on one screen: rail, list, and the consultation (or the person) that the address names. */
export function DeskScreen() {
  const [, params] = useRoute('/consultations/:id')
  const id = params?.id
  const people = usePeoplePlace()
  const team = useTeamPlace()
  const companies = useCompaniesPlace()
  const faults = useFaultsPlace()
  const promo = usePromoPlace()
  const records = useRecordsPlace()
  const waitingRecords = useWaitingRecords()
  const orders = useOrdersPlace()
  const questions = useQuestionsPlace()
  const waitingQuestions = useWaitingQuestions()
  const waitingInvitations = useWaitingInvitations()
  const untold = useWaitingUntold()
  const [isRouteOpen] = useRoute('/open')
  const [isAgenda] = useRoute('/agenda')
  const [isBoard] = useRoute('/board')
  const isOpen = useMayManage() && isRouteOpen
  const [isAbsence] = useRoute('/agenda/absence')
  const isWide = isAgenda || isAbsence || isBoard || isOpen
  const isChosen =
    isWide ||
    Boolean(
      id ??
        people.person ??
        team.chosen ??
        companies.chosen ??
        faults.chosen ??
        promo.chosen ??
        orders.chosen ??
        questions.chosen ??
        chosenRecord(records),
    )
  const hasRoomForBoth = useIsWide(900)
  const [, go] = useLocation()
  const [lost, setLost] = useState<unknown>()
  const take = useTake()
  const call = useOwnCall(id)
  useDeskHeartbeat()
  const [isLeaving, setLeaving] = useState(false)
  const held = useQueue().data?.items.filter(({ lane }) => lane === 'mine') ?? []
  const attend = useCallback(
    (wanted: string) => {
      setLost(undefined)
      go(`/consultations/${wanted}`)
      take.mutate(wanted, {
        onError: (error) => {
          setLost(error)
          // Somebody else has the patient: nothing here is ours to see any more.
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
    >
      <UrgentAlarm inCall={call !== undefined} taking={take.isPending} onAttend={attend} />
      <Rail
        records={waitingRecords}
        questions={waitingQuestions}
        team={waitingInvitations}
        untold={untold}
        news={<NewsChoiceButton />}
        onSignOut={() => (held.length > 0 ? setLeaving(true) : void signOut())}
      >
        <AvailabilityButton />
      </Rail>
      {!isWide && (
        // What a screen that holds one of the two is about: `main` is out of it then.
        <div className={css.list} role={hasRoomForBoth || isChosen ? undefined : 'main'}>
          {people.isHere ? (
            <PeopleList chosen={people.person?.id} />
          ) : team.isHere ? (
            <TeamList chosen={team.chosen} />
          ) : companies.isHere ? (
            <CompaniesList chosen={companies.chosen} />
          ) : faults.isHere ? (
            <FaultsList chosen={faults.chosen} />
          ) : promo.isHere ? (
            <PromoList list={promo.list} chosen={promo.chosen} />
          ) : records.is !== 'elsewhere' ? (
            <RecordsList chosen={chosenRecord(records)} />
          ) : orders.isHere ? (
            <OrdersList list={orders.list} chosen={orders.chosen} />
          ) : questions.isHere ? (
            <QuestionsList chosen={questions.chosen} />
          ) : (
            <WorkLists chosen={id} failure={lost} onFailureRead={() => setLost(undefined)} />
          )}
        </div>
      )}
      <main className={css.detail} data-call={call ? '' : undefined}>
        {call && <CallFloat key={call.key} call={call} chosen={call.id === id} />}
        {isAgenda ? (
          <div className={css.empty}>
            <AgendaScreen />
          </div>
        ) : isAbsence ? (
          <div className={css.empty}>
            <AbsenceScreen />
          </div>
        ) : isBoard ? (
          <div className={css.empty}>
            <BoardScreen />
          </div>
        ) : isOpen ? (
          <div className={css.empty}>
            <RescueScreen />
          </div>
        ) : people.isHere ? (
          <PersonOrNobody person={people.person} />
        ) : team.isHere ? (
          <TeamPlace chosen={team.chosen} />
        ) : companies.isHere ? (
          <CompaniesPlace chosen={companies.chosen} />
        ) : faults.isHere ? (
          <FaultsPlace chosen={faults.chosen} />
        ) : promo.isHere ? (
          <PromoPlace list={promo.list} chosen={promo.chosen} />
        ) : records.is !== 'elsewhere' ? (
          <RecordsPlace place={records} />
        ) : orders.isHere ? (
          <OrdersPlace list={orders.list} chosen={orders.chosen} />
        ) : questions.isHere ? (
          <QuestionsPlace chosen={questions.chosen} />
        ) : id ? (
          <ConsultationDetail key={id} id={id} taking={take.isPending} onAttend={attend} onClosed={closed} />
        ) : (
          <NothingChosen />
        )}
      </main>
      <StaffNotes />
      {isLeaving && <LeaveDialog held={held} onClose={() => setLeaving(false)} />}
      <SessionEnd inCall={call !== undefined} />
    </div>
  )
}

const PersonOrNobody = ({ person }: { person: PersonRef | undefined }) =>
  person ? (
    <PersonDetail key={person.id} {...person} askBlock={(asked) => <BlockDialog {...asked} />} />
  ) : (
    <NobodyChosen />
  )

function chosenRecord(place: Place): string | undefined {
  if (place.is === 'patient') return place.patientId
  if (place.is === 'opening') return place.openingId
  return place.is === 'emergency' ? place.is : undefined
}
