import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { createLoggingQueryCache } from '@cuida/ui/client/queries/logging-query-cache.ts'
import { retryPolicy } from '@cuida/ui/client/queries/retry.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { RestartOnError } from '@cuida/ui/RestartOnError/RestartOnError.tsx'
import { ToastRegion } from '@cuida/ui/Toast/ToastRegion.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router, useLocation, useRoute } from 'wouter'
import { JoinScreen } from './access/registration/JoinScreen.tsx'
import { SignInScreen } from './access/sign-in/SignInScreen.tsx'
import { DeskScreen } from './DeskScreen.tsx'
import { useContentChanges } from './kit/change-events.ts'
import { usePartner } from './kit/partner.ts'
import { useIsSignedIn, useSignedOut } from './kit/session.ts'

/** The root component of the desk. `messagesFailure` says why the messages could not be loaded. */
export function App({ messagesFailure }: { messagesFailure: { failure: unknown } | undefined }) {
  const [queries] = useState(newQueryClient)
  if (messagesFailure) return <MessagesFailed {...messagesFailure} />
  return (
    <QueryClientProvider client={queries}>
      <Router base="/desk">
        <RestartOnError home="/desk/" className="broken">
          <SignInGate />
        </RestartOnError>
        <ToastRegion />
      </Router>
    </QueryClientProvider>
  )
}

const newQueryClient = () =>
  new QueryClient({
    queryCache: createLoggingQueryCache(),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        ...retryPolicy((failures) => failures < 1),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network a mutation fails at once and shows the failure, instead of running later without the user.
      mutations: { networkMode: 'always' },
    },
  })

function SignInGate() {
  useLocale()
  const isSignedIn = useIsSignedIn()
  const signedOut = useSignedOut()
  // Called once for the whole desk: the partner's colours and time zone, and refetching after a content change.
  usePartner()
  useContentChanges()
  const [isJoining] = useRoute('/join')
  const [hasJoined, setJoined] = useState(false)
  const go = useLocation()[1]
  useEffect(() => {
    if (isSignedIn) setJoined(false)
  }, [isSignedIn])
  const joined = () => {
    setJoined(true)
    go('/')
  }
  // An invitation is for one person: it shows even while another person is signed in here.
  if (isJoining) return <JoinScreen onJoined={joined} />
  if (!isSignedIn) return <SignInScreen notice={hasJoined ? 'joined' : signedOut} />
  return <DeskScreen />
}

/** The only screen with texts in the code: it shows when the message catalogue is missing. */
function MessagesFailed({ failure }: { failure: unknown }) {
  const traceId = failure instanceof CallFailed && failure.traceId
  return (
    <main style={{ display: 'grid', gap: 16, padding: 32, justifyItems: 'start' }} role="alert">
      <p>The desk could not be loaded. No se pudo cargar. Não foi possível carregar.</p>
      {traceId && (
        <p>
          Code · Código: <code>{traceId}</code>
        </p>
      )}
      <Button fit icon="refresh" onClick={() => location.reload()}>
        Reload
      </Button>
    </main>
  )
}
