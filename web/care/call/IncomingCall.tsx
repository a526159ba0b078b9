import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { lazyModule, loadEventually } from '@cuida/ui/lazy/lazy-module.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { oneConsultation } from '../../consultation/queries.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { useOngoingConsultations } from '../../kit/ongoing.ts'
import { useSession } from '../../kit/session/session.tsx'
import { UNSENT_FILES_KEY } from '../documents/unsent-files-key.ts'
import { CONSULTATION_QUERIES } from '../queries.ts'
import { Ringing } from './Ringing.tsx'

const CallScreen = lazy('CallScreen', () => import('./CallScreen.tsx'), { place: 'over' })
const ENTERED = 'call'

/** Over every screen: a ringing call, or the current call. A reload rejoins the current call. */
export function IncomingCall() {
  useChangeEvents(CONSULTATION_QUERIES)
  useLeftFiles()
  const call = useCallOfMine()
  const [entered, setEntered] = useState(() => sessionStorage.getItem(ENTERED))
  const [withCamera, setWithCamera] = useState(true)
  const enter = (id: string | null) => {
    if (id) sessionStorage.setItem(ENTERED, id)
    else sessionStorage.removeItem(ENTERED)
    setEntered(id)
  }
  if (!call?.videoCallId) return null
  const callId = call.videoCallId
  if (entered === callId) {
    return <CallScreen consultation={call} callId={callId} withCamera={withCamera} onLeave={() => enter(null)} />
  }
  const answer = (camera: boolean) => {
    setWithCamera(camera)
    enter(callId)
  }
  return <Ringing key={callId} consultation={call} onAnswer={answer} />
}

/** The patient's consultation with a video call. Shares its query with the consultation's screen. */
function useCallOfMine(): Consultation | undefined {
  const queries = useQueryClient()
  const active = useOngoingConsultations().data?.filter(({ status }) => status === 'ACTIVE') ?? []
  const fetchConsultation = async () => {
    const all = active.map(({ id, patient }) => {
      const one = () => api(getConsultation, { patientId: patient.id, id })
      return queries.fetchQuery(oneConsultation(id, one, { staleTime: 1_000 }))
    })
    return (await Promise.all(all)).find(({ videoCallId }) => videoCallId) ?? null
  }
  const { data } = useCombinedQuery(getConsultation, { calls: active.map(({ id }) => id) }, fetchConsultation, {
    enabled: active.length > 0,
    every: POLL.every2s,
  })
  return data ?? undefined
}

const uploads = lazyModule(() => import('../documents/uploads.ts'))

/** Resumes interrupted uploads on any screen. */
function useLeftFiles(): void {
  const owner = useSession().profile?.id
  useEffect(() => {
    if (!owner || localStorage.getItem(UNSENT_FILES_KEY) === null) return
    void loadEventually(uploads)
      .then(({ openUploads }) => openUploads(owner))
      .catch(() => {})
  }, [owner])
}
