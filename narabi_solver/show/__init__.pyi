from . import (
    analysis_report as analysis_report,
    atlas_report as atlas_report,
    census_report as census_report,
    hint_report as hint_report,
    report as report,
    review_report as review_report,
    score_report as score_report,
    sheet as sheet,
    survey_report as survey_report,
    team_report as team_report,
    viewing as viewing,
)
