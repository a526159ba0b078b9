export interface Sent {
  url: string
  body: string | URLSearchParams
}
