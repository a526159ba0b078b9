import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'

/** An application that is registered with the provider. */
export interface Client {
  id: string
  secret: string
  redirectUri: string
}

/** Ours, and one of somebody else: its tokens are real ones, and must sign nobody in here. */
export const clientsOf = ({ publicUrl }: Pick<SimulatorContext, 'publicUrl'>): readonly Client[] => [
  {
    id: credentials.google.clientId,
    secret: credentials.google.clientSecret,
    redirectUri: `${publicUrl}/api/connect/google/callback`,
  },
  {
    id: 'another.apps.googleusercontent.com',
    secret: 'the-secret-of-another-application',
    redirectUri: 'https://another.example/callback',
  },
]
