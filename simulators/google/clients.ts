import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'

/** An OAuth client registered with the provider. */
export interface Client {
  id: string
  secret: string
  redirectUri: string
}

/** Our client, and a foreign one: its tokens are valid but must not sign anybody in here. */
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
