"use strict";
// What names a deal: the day it is the puzzle of, and the part of an address that holds it.

const TURNS_OF_THE_DAY = { 3: 5, 4: 5, 5: 6 };
const HASH_TEXT = text =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** What the puzzle of a day is: { seed, players, turns }; on Saturdays and Sundays it takes a turn more. */
function puzzleOf(day) {
  const [year, month, date] = day.split("-").map(Number);
  const number = Math.floor(Date.UTC(year, month - 1, date) / 86400000);
  const players = 3 + (number % 3);
  const weekend = ((number + 4) % 7) % 6 === 0; // 1 January 1970 was a Thursday
  return {
    seed: year * 10000 + month * 100 + date,
    players,
    turns: TURNS_OF_THE_DAY[players] + (weekend ? 1 : 0),
  };
}

/** Today, as 2026-11-23. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map(part => String(part).padStart(2, "0"))
    .join("-");
}

function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function dayInWords(day) {
  const [year, month, date] = day.split("-").map(Number);
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  return new Date(Date.UTC(year, month - 1, date)).toLocaleDateString("en-GB", options);
}

/** The part of the page's address that names a game. */
function hashOf(game, day) {
  const deal =
    game.swaps.length || !day
      ? `deal=${HASH_TEXT(dealText(game.start, game.swaps.slice(0, game.at)))}`
      : `day=${day}`;
  return `#${deal}${game.undo === "allowed" ? "" : `&undo=${game.undo}`}`;
}

/** { day }, { text } or { problem }, and `undo`, of that part of an address; {} if it names nothing. */
function readHash(hash) {
  const parts = new Map(
    hash
      .slice(1)
      .split("&")
      .map(part => part.split(/=(.*)/s, 2)),
  );
  const undo = ["next", "receiver"].includes(parts.get("undo")) ? parts.get("undo") : "allowed";
  if (parts.has("day")) {
    const day = parts.get("day");
    return isDay(day)
      ? { day, undo }
      : { problem: "the address names no day; a day is written like 2026-11-23", undo };
  }
  if (!parts.has("deal")) return { undo };
  try {
    return { text: decodeURIComponent(parts.get("deal").replaceAll("+", " ")), undo };
  } catch {
    return { problem: "the deal in the address cannot be read", undo };
  }
}
